// Names: when two of them are one, for people who read them.

const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const ENDS = new RegExp(`^${SPACE}|${SPACE}$`, "gu");
const SPACES = new RegExp(SPACE, "gu");
// Letters and marks that show nothing: joiners, fillers, variation selectors.
const UNSEEN =
  /[\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** `text` without spaces at its ends: those of Unicode, which are not quite those of `trim`. */
export const strip = (text) => text.replace(ENDS, "");

export const words = (text) => strip(text).split(SPACES).filter(Boolean);

/** One letter with its case folded away. Dotless i is a letter of its own. */
const fold = (letter) => (letter === "ı" ? letter : letter.toLowerCase().toUpperCase().toLowerCase());

/** What two names share when people could not tell them apart. */
export function nameKey(name) {
  const seen = name.replace(UNSEEN, "").normalize("NFKC");
  // Letter by letter: a sigma is folded without regard to where it stands.
  return words(Array.from(seen, fold).join("").normalize("NFKC")).join(" ");
}
