// Nobody is logged in: forgets what the browser keeps of tables (motion.js).
try {
  for (const key of Object.keys(localStorage)) if (/^(seen|online):/.test(key)) localStorage.removeItem(key);
} catch {
  // a browser that stores nothing
}
