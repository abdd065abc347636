"""Facts into sentences, in every language. Babel only: no Flask, so that paper and command line speak too."""
