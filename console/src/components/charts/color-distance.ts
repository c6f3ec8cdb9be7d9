/**
 * How different two colours (#rrggbb) look: the distance in OKLab, 0 to about 1. Below 0.02 they look equal side by
 * side; from `visibleDistance` a reader can distinguish them in a legend.
 */
export function colorDistance(one: string, other: string): number {
  const [a, b] = [labOf(one), labOf(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

export const visibleDistance = 0.055

type Lab = readonly [number, number, number]
const known = new Map<string, Lab>()

function labOf(hex: string): Lab {
  const found = known.get(hex)
  if (found) return found
  const lab = convert(hex)
  known.set(hex, lab)
  return lab
}

/** Björn Ottosson, "A perceptual color space" (2020). */
function convert(hex: string): Lab {
  const [red, green, blue] = [linearAt(hex, 1), linearAt(hex, 3), linearAt(hex, 5)]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function linearAt(hex: string, at: number): number {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
