// What a page is like, measured in the page: `what` names the question, the answer is plain data.
(what) => {
  const CLICKABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const AMOUNTS = ".result, .won, .places td.number, .change b, .pot-stand b";
  const NUMBER = /^[+−]?\d/;
  const SECOND =
    ".muted, .meta, .word, .tag, .tabs, .more > summary, thead, caption, .movements, .fact, .quiet, .roles, .flaw," +
    " .disc, svg, .address, .rank, .end, .tick, .entry-head, .bar p, h3, .says, .heads";
  const style = (element) => getComputedStyle(element);

  const named = (element) => {
    const one = (node) => node.tagName.toLowerCase() + [...node.classList].map((name) => `.${name}`).join("");
    const whole = [];
    for (let node = element; node && node !== document.body && whole.length < 3; node = node.parentElement) {
      whole.unshift(node.id ? `${one(node)}#${node.id}` : one(node));
    }
    return whole.join(" > ");
  };

  /** Whether a person sees it: text for screen readers alone is clipped away. */
  const seen = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
    for (let node = element; node; node = node.parentElement) {
      if (style(node).clipPath !== "none") return false;
    }
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right > 0;
  };

  const shortens = (element) => style(element).textOverflow === "ellipsis" || style(element).webkitLineClamp !== "none";

  const textNodes = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const skipped = element.closest("script, style, option, noscript");
      if (walker.currentNode.data.trim() && !skipped && seen(element)) found.push([walker.currentNode, element]);
    }
    return found;
  };

  const size = (element) => {
    const pixels = parseFloat(style(element).fontSize);
    return element instanceof SVGElement ? pixels * element.getScreenCTM().a : pixels;
  };

  const parsed = (text) => {
    const [red, green, blue, alpha = 1] = text.match(/[\d.]+/g).map(Number);
    return { red, green, blue, alpha };
  };

  const over = (front, back) => {
    const mix = (one) => front[one] * front.alpha + back[one] * (1 - front.alpha);
    return { red: mix("red"), green: mix("green"), blue: mix("blue"), alpha: 1 };
  };

  const behind = (element) => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) {
      const colour = parsed(style(node).backgroundColor);
      if (colour.alpha > 0) layers.push(colour);
      if (colour.alpha === 1) break;
    }
    return layers.reverse().reduce((back, front) => over(front, back), { red: 255, green: 255, blue: 255, alpha: 1 });
  };

  const light = ({ red, green, blue }) => {
    const part = (value) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };

  const contrast = (element, text) => {
    const back = behind(element);
    let opacity = 1;
    for (let node = element; node; node = node.parentElement) opacity *= Number(style(node).opacity);
    const colour = parsed(text);
    const front = over({ ...colour, alpha: colour.alpha * opacity }, back);
    const [low, high] = [light(front), light(back)].sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05);
  };

  const ink = (element) => (element instanceof SVGElement ? style(element).fill : style(element).color);

  /** The parts of a text that no ancestor cuts off. */
  const boxes = (node, element) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map((box) => {
      let { left, right, top, bottom } = box;
      for (let over = element; over; over = over.parentElement) {
        if (style(over).overflowX === "visible" || style(over).display === "inline") continue;
        const edge = over.getBoundingClientRect();
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
      return { left, right, top, bottom };
    });
  };

  /** What is painted under a text as a layer of its own: a panel, a bar that stays while the rest scrolls. */
  const layer = (element) => {
    for (let node = element; node; node = node.parentElement) {
      if (style(node).position !== "static" && parsed(style(node).backgroundColor).alpha === 1) return node;
    }
    return null;
  };

  const questions = {
    controls: () =>
      [...document.querySelectorAll(CLICKABLE)]
        .filter((element) => seen(element.closest("label") ?? element) && !element.closest(".skip"))
        .map((element) => {
          const target = ["radio", "checkbox"].includes(element.type) ? (element.closest("label") ?? element) : element;
          const { width, height } = target.getBoundingClientRect();
          const beside = element.parentElement.textContent.trim() !== element.textContent.trim();
          const inProse = element.tagName === "A" && style(element).display === "inline" && beside;
          return { name: `${named(element)} “${element.textContent.trim().slice(0, 30)}”`, width, height, inProse };
        }),
    texts: () =>
      textNodes().map(([node, element]) => ({
        name: named(element),
        text: node.data.trim().slice(0, 60),
        size: size(element),
        second: element.closest(SECOND) !== null,
        amount: element.closest(AMOUNTS) !== null,
        tabular: element instanceof SVGElement || style(element).fontVariantNumeric.includes("tabular-nums"),
        alone: element.closest("bdi, svg") !== null || /^\u2068|\u2068.*\u2069/.test(node.data),
      })),
    tiny: () =>
      textNodes()
        .filter(([, element]) => size(element) < 14)
        .map(([, element]) => `${named(element)} ${size(element).toFixed(1)}`),
    inputs: () =>
      [...document.querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea")]
        .filter(seen)
        .map((element) => ({ name: named(element), size: size(element) })),
    faint: () => {
      const texts = textNodes()
        .filter(([, element]) => !element.closest(":disabled"))
        .map(([node, element]) => [named(element), node.data.trim().slice(0, 40), contrast(element, ink(element))]);
      const fields = [...document.querySelectorAll("input:not([type=hidden]), select, textarea")].filter(seen);
      for (const field of fields.filter((one) => style(one).opacity !== "0")) {
        texts.push([named(field), "its value", contrast(field, ink(field))]);
        if (field.placeholder) {
          texts.push([named(field), "its placeholder", contrast(field, getComputedStyle(field, "::placeholder").color)]);
        }
      }
      return texts.filter(([, , ratio]) => ratio < 7).map(([name, text, ratio]) => `${name} “${text}” ${ratio.toFixed(2)}`);
    },
    cut: () =>
      textNodes()
        .filter(([node, element]) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          const { left, right } = range.getBoundingClientRect();
          for (let over = element; over; over = over.parentElement) {
            // A name may be shortened, an amount never.
            if (shortens(over)) return NUMBER.test(node.data.trim()) && over.scrollWidth > over.clientWidth;
            if (style(over).overflowX === "auto") return false;
            const edge = over.getBoundingClientRect();
            if (style(over).overflowX !== "visible" && (right > edge.right + 1 || left < edge.left - 1)) return true;
          }
          return right > document.documentElement.clientWidth + 1 || left < -1;
        })
        .map(([node, element]) => `${named(element)} “${node.data.trim().slice(0, 40)}”`),
    overlaps: () => {
      const all = textNodes().flatMap(([node, element]) => boxes(node, element).map((box) => [node, box, layer(element)]));
      const found = [];
      for (const [number, [node, box, under]] of all.entries()) {
        for (const [other, beside, ground] of all.slice(number + 1)) {
          const wide = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
          const high = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
          if (node !== other && under === ground && wide > 2 && high > 5) found.push(`“${node.data.trim()}” and “${other.data.trim()}”`);
        }
      }
      return found;
    },
  };
  return questions[what]();
}
