import type { GuideChapter } from '@sluice/contract/guide-chapters'
import type { TextLanguage } from '@sluice/contract/messages/languages'

/** One small file per chapter and language, with the Markdown as its text. */
const files = import.meta.glob<{ default: string }>('../../../../docs/guide/**/*.md')

/** The Markdown of a chapter, without its title. */
export async function loadChapter(language: TextLanguage, chapter: GuideChapter): Promise<string> {
  const load = files[`../../../../docs/guide/${language === 'zh' ? 'zh/' : ''}${chapter}.md`]
  if (!load) throw new Error(`no chapter ${language}/${chapter}`)
  return (await load()).default.replace(/^# .*\n+/, '')
}
