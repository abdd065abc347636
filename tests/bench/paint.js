// What was painted so far: when the largest of it came (ms), and how far what was seen already moved.
() => {
  const entries = (type) =>
    new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(resolve, 500, []);
    });
  return Promise.all([entries("largest-contentful-paint"), entries("layout-shift")]).then(([paints, shifts]) => ({
    paint: paints.at(-1)?.startTime ?? null,
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
  }));
}
