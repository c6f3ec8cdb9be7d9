export type Theme = 'light' | 'dark'
export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]
export type Device = 'desktop' | 'phone'

export interface Look {
  language?: Language
  device?: Device
  theme?: Theme
  /** Errors that the test causes on purpose. */
  expectedErrors?: readonly RegExp[]
}

export type Appearance = Required<Pick<Look, 'theme' | 'language' | 'device'>>

/** Tag of a test that runs in two opposite looks, so that each theme, language and device occurs once. */
export const twoLooks = '@two-looks'

/** The look of all tests without a tag. */
export const usualLook: Appearance = { theme: 'light', language: 'en', device: 'desktop' }

export const isUsual = ({ theme, language, device }: Appearance): boolean =>
  theme === usualLook.theme && language === usualLook.language && device === usualLook.device

/** The look that is opposite in each. */
const oppositeLook: Appearance = { theme: 'dark', language: 'zh', device: 'phone' }
/** `TEST_LOOKS=all` adds these. */
const furtherLooks: readonly Appearance[] = [
  { theme: 'dark', language: 'zh', device: 'desktop' },
  { theme: 'light', language: 'zh', device: 'phone' },
  { theme: 'dark', language: 'en', device: 'phone' },
  { theme: 'dark', language: 'en', device: 'desktop' },
  { theme: 'light', language: 'zh', device: 'desktop' },
  { theme: 'light', language: 'en', device: 'phone' },
]

interface LookProject {
  name: string
  use: { look: Appearance }
  /** A pattern of the tests that run in the project; absent = all tests. */
  grep?: RegExp
}

const buildProject = ({ theme, language, device }: Appearance): LookProject => ({
  name: `${theme}-${language}-${device}`,
  use: { look: { theme, language, device } },
})

/** One project for each look that has tests. */
export function buildLookProjects({ isThorough }: { isThorough: boolean }): LookProject[] {
  const others = [oppositeLook, ...(isThorough ? furtherLooks : [])]
  return [buildProject(usualLook), ...others.map((look) => ({ ...buildProject(look), grep: new RegExp(twoLooks) }))]
}
