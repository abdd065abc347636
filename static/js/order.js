// Where a house rule needs to know who won which trick, the taps on + tell: in the order they were made.

/** Write `order` (seats, first trick first) into the plain fields that are sent. */
export function coming(form, order) {
  const fields = [...form.querySelectorAll('[name="order"]')];
  fields.forEach((field, number) => {
    field.value = order[number] ?? "";
  });
}
