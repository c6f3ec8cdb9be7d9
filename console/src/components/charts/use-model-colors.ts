import { vendorOf } from '@sluice/contract/vendor-of'
import { useThemeMode } from '../../lib/theme-mode.ts'
import { modelSteps } from './model-steps.ts'
import { otherColor } from './palette.ts'
import { vendorColor } from './vendor-color.ts'

/** The steps since the page was loaded: a model has the same colour in all charts. */
const known = new Map<string, Map<string, number>>()

/**
 * The colour of each of `names`, the most important first: hue by maker, lightness by model. Grey for all other names.
 */
export function useModelColors(names: readonly string[]): (name: string) => string {
  const mode = useThemeMode()
  const steps = modelSteps(names, known)
  return (name) => {
    const step = steps.get(name)
    return step === undefined ? otherColor[mode] : vendorColor(vendorOf(name), mode, step)
  }
}
