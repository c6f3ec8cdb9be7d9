import { isRecord, type JsonRecord, parseRecord } from './read-json.ts'
import { isKeyOf } from './typed-keys.ts'

/** Visible menus. A JSON text on the wire; '' hides nothing. Without zod, as every visit parses it. */

/** Entries of the bar at the top. */
export const headerModules = ['home', 'console', 'pricing', 'docs', 'status', 'about'] as const
type HeaderModule = (typeof headerModules)[number]

export interface HeaderNav extends Record<Exclude<HeaderModule, 'pricing'>, boolean> {
  /** The server enforces it for `GET /api/pricing`. */
  pricing: { enabled: boolean; requireAuth: boolean }
}

/** Sections of the side menu and their entries. */
export const sidebarModules = {
  chat: ['playground', 'chat'],
  console: ['detail', 'token', 'log', 'midjourney', 'task'],
  personal: ['topup', 'personal'],
  admin: [
    'channel',
    'models',
    'prices',
    'redemption',
    'orders',
    'user',
    'margin',
    'announce',
    'audit',
    'system',
    'setting',
  ],
} as const
export type SidebarSection = keyof typeof sidebarModules
/** `chat.playground` */
export type SidebarModule = {
  [S in SidebarSection]: `${S}.${(typeof sidebarModules)[S][number]}`
}[SidebarSection]

export type SidebarNav = {
  [S in SidebarSection]: Record<(typeof sidebarModules)[S][number] | 'enabled', boolean>
}

/** Whether an entry is visible; entries that the text omits are. */
const isOn = (value: unknown): boolean => value !== false && !(isRecord(value) && value.enabled === false)

/** `undefined` where a status was kept by an earlier version of the console. */
const readObject = (text: string | undefined): JsonRecord => parseRecord(text ?? '') ?? {}

/** The text of `HeaderNavModules`. Unreadable, it hides nothing. */
export function readHeaderNav(text: string | undefined): HeaderNav {
  const { home, console, pricing, docs, status, about } = readObject(text)
  const requireAuth = isRecord(pricing) && pricing.requireAuth === true
  return {
    home: isOn(home),
    console: isOn(console),
    pricing: { enabled: isOn(pricing), requireAuth },
    docs: isOn(docs),
    status: isOn(status),
    about: isOn(about),
  }
}

/** The text of `SidebarModulesAdmin`. Unreadable, it hides nothing. */
export function readSidebarNav(text: string | undefined): SidebarNav {
  const all = readObject(text)
  const sections = Object.entries(sidebarModules).map(([section, names]) => {
    const value = all[section]
    const given = isRecord(value) ? value : {}
    const entries = names.map((name) => [name, isOn(given[name])] as const)
    return [section, { enabled: isOn(value), ...Object.fromEntries(entries) }] as const
  })
  // The entries are built from the table that the type is built from.
  return Object.fromEntries(sections) as SidebarNav
}

/** The stored form: '' for a menu that hides nothing. */
const writeNav = <T extends HeaderNav | SidebarNav>(value: T, whole: T): string => {
  const text = JSON.stringify(value)
  return text === JSON.stringify(whole) ? '' : text
}
export const writeHeaderNav = (nav: HeaderNav): string => writeNav(nav, readHeaderNav(''))
export const writeSidebarNav = (nav: SidebarNav): string => writeNav(nav, readSidebarNav(''))

/** `chat.playground` as section and name. */
export function splitModule(module: SidebarModule): { section: SidebarSection; name: string } {
  const [section = '', name = ''] = module.split('.')
  if (!isKeyOf(sidebarModules, section)) throw new RangeError(`no section of the menu: ${section}`)
  return { section, name }
}

export function isModuleShown(nav: SidebarNav, module: SidebarModule): boolean {
  const { section, name } = splitModule(module)
  const entries: Readonly<Record<string, boolean>> = nav[section]
  return nav[section].enabled && entries[name] !== false
}
