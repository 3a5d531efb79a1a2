// Nobody is logged in: deletes the tables stored in the browser (motion.js).
try {
  for (const key of Object.keys(localStorage)) if (/^(seen|online):/.test(key)) localStorage.removeItem(key);
} catch {
  // a browser that stores nothing
}
