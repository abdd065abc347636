// The engine of the browser: what a deal is worth, and what an evening comes to, as the server settles it.
// `settle(case)` and `replay(evening)` take and return what RULES.md calls case and evening files, as plain data.

export { settle } from "./case.js";
export { replay } from "./evening.js";
