import i18next from 'i18next'
import { startI18n } from '../src/app/i18n.ts'

/** All texts of both languages, so that no component waits for a file. */
export async function startTexts(): Promise<void> {
  const folder = new URL('../src/locales/zh/', import.meta.url).pathname
  const areas = [...new Bun.Glob('*.ts').scanSync(folder)].map((file) => file.replace(/\.ts$/, ''))
  await startI18n()
  for (const language of ['en', 'zh'] as const) {
    await i18next.changeLanguage(language)
    await i18next.loadNamespaces([...areas, 'errors'])
  }
}
