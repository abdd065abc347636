// Dates and times in an evening file. They count for nothing here; what cannot be one is wrong all the same.

const MOMENT = /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?$/;

export function isDate(text) {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text.startsWith("0000")) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(text);
}

/** Note a time in which nobody can have written anything, or plays. What is no time at all says nothing. */
export function checkHours({ written_at: times, plays_until: end }, count, reader) {
  if (Array.isArray(times) && times.length === count && times.every(isMoment)) {
    times.forEach((time, number) => isPossible(time) || reader.wrong(`written_at.${number}`));
  }
  if (isMoment(end) && !isPossible(end)) reader.wrong("plays_until");
}

const isMoment = (text) => typeof text === "string" && isDate(MOMENT.exec(text)?.[1] ?? "");

const isPossible = (time) => time >= "1990" && time < "2101";
