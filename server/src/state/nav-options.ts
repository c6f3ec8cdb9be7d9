import {
  type HeaderNav,
  headerModules,
  readHeaderNav,
  readSidebarNav,
  type SidebarNav,
  sidebarModules,
  writeHeaderNav,
  writeSidebarNav,
} from '@sluice/contract/nav-modules'
import { z } from 'zod'
import { jsonOption, type OptionType } from './option-type.ts'

const shown = z.boolean().optional()
const withParts = (names: readonly string[]) =>
  z.object(Object.fromEntries(['enabled', ...names].map((name) => [name, shown])))

const headerShape = z.object({
  ...Object.fromEntries(headerModules.map((name) => [name, shown])),
  pricing: z.union([z.boolean(), withParts(['requireAuth'])], 'must be true or false').optional(),
})
const sidebarShape = z.object(
  Object.fromEntries(
    Object.entries(sidebarModules).map(([section, names]) => [section, withParts(names).optional()]),
  ),
)

/** A text that is checked by `shape` and read by `read`; parts that are not named there are dropped. */
const navOption = <T>(
  shape: z.ZodType,
  read: (text: string) => T,
  write: (value: T) => string,
): OptionType<T> => ({
  schema: z
    .string()
    .transform((text) => (text.trim() === '' ? '{}' : text))
    .pipe(jsonOption(shape).schema)
    .transform((value) => read(JSON.stringify(value))),
  format: write,
})

export const headerNavOption: OptionType<HeaderNav> = navOption(headerShape, readHeaderNav, writeHeaderNav)
export const sidebarNavOption: OptionType<SidebarNav> = navOption(
  sidebarShape,
  readSidebarNav,
  writeSidebarNav,
)
