import { vendorOf } from '@sluice/contract/vendor-of'
import { colorDistance, visibleDistance } from './color-distance.ts'
import { homeOf } from './color-slots.ts'
import { stepsOfVendor, vendorColor } from './vendor-color.ts'

/** How much more a colour has to differ from its neighbour than from others. */
const neighbourFactor = 2

interface Given {
  vendor: string
  step: number
}

/**
 * The step of each of `names`, the most important first, among the models of its maker. `known` keeps the steps of
 * each maker, so that a model has the same one in all charts; only where two look alike does the less important one
 * change, in both themes.
 */
export function modelSteps(names: readonly string[], known: Map<string, Map<string, number>>): Map<string, number> {
  const steps = new Map<string, number>()
  const given: Given[] = []
  const give = (name: string, { vendor, step }: Given) => {
    const ofVendor = known.get(vendor) ?? new Map<string, number>()
    known.set(vendor, ofVendor.set(name, step))
    steps.set(name, step)
    given.push({ vendor, step })
  }
  for (const name of names) {
    const vendor = vendorOf(name)
    const step = known.get(vendor)?.get(name)
    if (step !== undefined && nearest({ vendor, step }, given) >= visibleDistance) give(name, { vendor, step })
  }
  for (const name of names) if (!steps.has(name)) give(name, pickStep(name, given))
  return steps
}

/**
 * The first step, from the name's own on, whose colour is distinct from all others. Where there is none, the step that
 * differs most, with more weight on its neighbour in a stack.
 */
function pickStep(name: string, given: readonly Given[]): Given {
  const vendor = vendorOf(name)
  const home = homeOf(name, stepsOfVendor)
  const choices = Array.from({ length: stepsOfVendor }, (_, turn) => {
    const choice = { vendor, step: (home + turn) % stepsOfVendor }
    const distance = nearest(choice, given)
    return { choice, distance, worth: Math.min(distance, nearest(choice, given.slice(-1)) / neighbourFactor) }
  })
  const best = choices.find(({ distance }) => distance >= visibleDistance)
  return (best ?? choices.reduce((one, other) => (other.worth > one.worth ? other : one))).choice
}

/** The smallest distance to the others, in the theme where it is smaller. */
function nearest(one: Given, others: readonly Given[]): number {
  const distances = others.flatMap((other) =>
    (['light', 'dark'] as const).map((mode) =>
      colorDistance(vendorColor(one.vendor, mode, one.step), vendorColor(other.vendor, mode, other.step)),
    ),
  )
  return Math.min(1, ...distances)
}
