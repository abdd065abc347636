// The server has answered a deal with a page that holds it: the phone need not keep it any longer.

import { change } from "./shelf.js";

const { answers, evening } = document.querySelector("[data-answers]").dataset;
change(evening, (entries) => entries.filter(({ token }) => token !== answers));
