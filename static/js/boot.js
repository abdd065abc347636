// Says that scripts run, before the first paint: the page then shows buttons in place of plain fields.
document.documentElement.classList.add("js");
