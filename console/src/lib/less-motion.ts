/** Matches while `prefers-reduced-motion` is set. */
export const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
