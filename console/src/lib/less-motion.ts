/** Matches while the person asks their system for less motion. */
export const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
