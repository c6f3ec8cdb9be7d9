import { vendorOf } from '@sluice/contract/vendor-of'
import { colorSlots } from './color-slots.ts'
import { stepsOfVendor } from './vendor-color.ts'

/**
 * The step of each of `names`, the most important first, among the models of its maker. `known` keeps the steps of
 * each maker, so that a model has the same one in all charts.
 */
export function modelSteps(names: readonly string[], known: Map<string, Map<string, number>>): Map<string, number> {
  const steps = new Map<string, number>()
  for (const [vendor, models] of Map.groupBy(names, vendorOf)) {
    const ofVendor = known.get(vendor) ?? new Map<string, number>()
    known.set(vendor, ofVendor)
    for (const [model, step] of colorSlots(models, stepsOfVendor, ofVendor)) steps.set(model, step)
  }
  return steps
}
