import { z } from 'zod'
import {
  type HeaderNav,
  headerModules,
  readHeaderNav,
  readSidebarNav,
  type SidebarNav,
  sidebarModules,
  writeHeaderNav,
  writeSidebarNav,
} from '../nav-modules.ts'
import { isRecord } from '../read-json.ts'
import { because } from '../reason-of-issue.ts'
import { json } from './list-types.ts'
import type { OptionType } from './option-type.ts'

const shown = z.boolean().optional()
const withParts = (names: readonly string[]) =>
  z.object(Object.fromEntries(['enabled', ...names].map((name) => [name, shown])))

const headerShape = z.object({
  ...Object.fromEntries(headerModules.map((name) => [name, shown])),
  pricing: z
    .unknown()
    .refine((value) => typeof value === 'boolean' || isRecord(value), because('mustBeSwitch'))
    .pipe(z.union([z.boolean(), withParts(['requireAuth'])]))
    .optional(),
})
const sidebarShape = z.object(
  Object.fromEntries(Object.entries(sidebarModules).map(([section, names]) => [section, withParts(names).optional()])),
)

/** A text that `shape` validates and `read` parses; unknown parts are removed. */
const menu = <T>(
  form: string,
  shape: z.ZodType,
  { read, write }: { read(text: string): T; write(value: T): string },
): OptionType<T> => {
  const whole = json(form, shape)
  return {
    ...whole,
    // '' hides nothing, and is not JSON to format.
    kind: 'lines',
    schema: z
      .string()
      .transform((text) => (text.trim() === '' ? '{}' : text))
      .pipe(whole.schema)
      .transform((value) => read(JSON.stringify(value))),
    format: write,
  }
}

/** Visible entries of the bar at the top. */
export const headerMenu: OptionType<HeaderNav> = menu(
  `{${headerModules.map((name) => (name === 'pricing' ? 'pricing: {enabled, requireAuth}' : name)).join(', ')}}`,
  headerShape,
  { read: readHeaderNav, write: writeHeaderNav },
)

/** Visible sections and entries of the side menu. */
export const sidebarMenu: OptionType<SidebarNav> = menu(
  `{${Object.entries(sidebarModules)
    .map(([section, names]) => `${section}: {enabled, ${names.join(', ')}}`)
    .join(', ')}}`,
  sidebarShape,
  { read: readSidebarNav, write: writeSidebarNav },
)
