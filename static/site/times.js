// Keeps relative times true on an open page ("in 2 days", "5 minutes ago"), also after the device has slept. It rounds
// as config/jinja2.py does.
(() => {
  "use strict";
  const MINUTE = 60000; // milliseconds
  const LOOK = 5000; // how often it looks
  const PAST = [["year", 525600], ["month", 43830], ["week", 10080], ["day", 1440], ["hour", 60], ["minute", 1]]; // in minutes
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang);

  const left = (minutes) => {
    const hours = Math.round(minutes / 60);
    return minutes < 90 ? [minutes, "minute"] : hours < 42 ? [hours, "hour"] : [Math.round(hours / 24), "day"];
  };
  const ago = (minutes) => {
    const [unit, length] = PAST.find(([, span]) => span <= minutes);
    return [-Math.floor(minutes / length), unit];
  };
  const minuteOf = (moment) => Math.floor(moment / MINUTE);
  const textOf = ({ dateTime, dataset }) => {
    const minutes = minuteOf(Date.parse(dateTime)) - minuteOf(Date.now());
    const isNear = "left" in dataset ? minutes <= 0 : minutes >= -1;
    return isNear ? dataset.left || dataset.ago : words.format(...("left" in dataset ? left(minutes) : ago(-minutes)));
  };

  const tick = () => {
    for (const time of document.querySelectorAll("time[data-left], time[data-ago]")) {
      const text = textOf(time);
      if (time.textContent.replaceAll("\u00a0", " ") !== text) time.textContent = text;
    }
  };
  setInterval(tick, LOOK);
  for (const wakes of ["visibilitychange", "pageshow", "focus"]) addEventListener(wakes, tick);
})();
