// Runs before the first paint, so that nobody is blinded at night. A file of its own, since the
// content security policy allows no script inside the page.
const night = window.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark', night.matches)
night.addEventListener('change', follow)
follow()
