export type Theme = 'light' | 'dark'
export type Language = 'zh' | 'en'
export type Device = 'desktop' | 'phone'

export interface Look {
  language?: Language
  device?: Device
  theme?: Theme
  /** Errors that the test causes on purpose. */
  expectedErrors?: readonly RegExp[]
}

export type Appearance = Required<Pick<Look, 'theme' | 'language' | 'device'>>

/** Tag of a test that runs in four looks, in which every pair of theme, language and device occurs. */
export const everyLook = '@every-look'
/** Tag of a test that runs in two opposite looks, so that each theme, language and device occurs once. */
export const twoLooks = '@two-looks'

/** The look of all tests without a tag. */
export const usualLook: Appearance = { theme: 'light', language: 'en', device: 'desktop' }

export const isUsual = ({ theme, language, device }: Appearance): boolean =>
  theme === usualLook.theme && language === usualLook.language && device === usualLook.device

/** The other looks, each with the tags of the tests that run in it. `TEST_LOOKS=all` adds those without tags. */
const otherLooks: readonly (Appearance & { tags: readonly string[] })[] = [
  { theme: 'dark', language: 'zh', device: 'desktop', tags: [everyLook] },
  { theme: 'light', language: 'zh', device: 'phone', tags: [everyLook] },
  { theme: 'dark', language: 'en', device: 'phone', tags: [everyLook] },
  { theme: 'dark', language: 'zh', device: 'phone', tags: [twoLooks] },
  { theme: 'dark', language: 'en', device: 'desktop', tags: [] },
  { theme: 'light', language: 'zh', device: 'desktop', tags: [] },
  { theme: 'light', language: 'en', device: 'phone', tags: [] },
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
  const others = otherLooks
    .map((look) => ({ look, tags: isThorough ? [everyLook, twoLooks] : look.tags }))
    .filter(({ tags }) => tags.length > 0)
    .map(({ look, tags }) => ({ ...buildProject(look), grep: new RegExp(tags.join('|')) }))
  return [buildProject(usualLook), ...others]
}
