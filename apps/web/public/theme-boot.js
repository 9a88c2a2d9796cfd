// Sets the chosen theme before the first paint; without a choice the system's own holds. Read by src/ui/theme.ts as well.
try {
  const theme = localStorage.getItem('desk.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system's theme holds.
}
