import leven from 'leven'
import { environment } from './config.ts'
import { secretSettings } from './secret-files.ts'
import { unusedSettings } from './unused-settings.ts'

export interface MisspeltSetting {
  /** As the environment has it. */
  name: string
  /** The setting that it resembles. */
  meant: string
}

const known: readonly string[] = [...Object.keys(environment.shape), ...secretSettings.map((name) => `${name}_FILE`)]
const others: ReadonlySet<string> = new Set([...known, ...unusedSettings])

/** Shorter names resemble too many of other programs. */
const lengthMin = 7
const longLength = 10

/**
 * Variables that have no effect and resemble a setting that is not set. Other variables of the system are not reported:
 * a name must differ by one letter, by two neighbours that are swapped, or, if it is long, by two letters.
 */
export function misspeltSettingsIn(given: Readonly<Record<string, string | undefined>>): MisspeltSetting[] {
  const isSet = (name: string) => (given[name] ?? '') !== ''
  return Object.keys(given)
    .filter((name) => name.length >= lengthMin && isSet(name) && !others.has(name))
    .flatMap((name) => {
      const meant = known.find((setting) => setting.length >= lengthMin && !isSet(setting) && resembles(name, setting))
      return meant === undefined ? [] : [{ name, meant }]
    })
}

function resembles(name: string, setting: string): boolean {
  const upper = name.toUpperCase()
  const distance = leven(upper, setting, { maxDistance: 3 })
  if (distance <= 1) return true
  return distance === 2 && (setting.length >= longLength || lettersOf(upper) === lettersOf(setting))
}

const lettersOf = (name: string): string => [...name].sort().join('')
