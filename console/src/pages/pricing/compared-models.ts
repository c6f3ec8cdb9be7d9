/** How many models stand beside each other. */
export const comparedMax = 4

/** How many names of an address are read. */
const namesMax = 50

interface ComparedNames {
  names: readonly string[]
  /** Names that are not on the list. They take no place. */
  unknown: readonly string[]
}

/** The models of an address, in the order in which they were added. */
export function readCompared(text: string, isListed: (model: string) => boolean): ComparedNames {
  const named = [...new Set(text.split(',').map(decode))].filter((name) => name !== '').slice(0, namesMax)
  return {
    names: named.filter(isListed).slice(0, comparedMax),
    unknown: named.filter((name) => !isListed(name)),
  }
}

/** As part of an address: names may contain commas. */
export const writeCompared = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[%,]/g, encode)).join(',')

/** With the model, or without it where it was; a full list stays as it is. */
export function toggleCompared(names: readonly string[], model: string): readonly string[] {
  if (names.includes(model)) return names.filter((name) => name !== model)
  return names.length < comparedMax ? [...names, model] : names
}

const encode = (sign: string): string => (sign === '%' ? '%25' : '%2C')

const decode = (text: string): string => text.trim().replace(/%(25|2C)/g, (_, code) => (code === '25' ? '%' : ','))
