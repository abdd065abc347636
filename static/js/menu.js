// The Escape key closes the menu, as everywhere.
document.addEventListener("keydown", ({ key }) => {
  const menu = document.querySelector(".more[open]");
  if (key !== "Escape" || !menu) return;
  menu.open = false;
  menu.firstElementChild.focus();
});
