import type { TextLanguage } from './messages/languages.ts'
import { isOneOf } from './typed-keys.ts'

/** The chapters for customers that every site has, in their order; the addresses below /docs are their names. */
export const guideChapters = [
  'quick-start',
  'clients',
  'models',
  'errors',
  'limits',
  'streaming',
  'files',
  'batches',
  'videos',
  'realtime',
] as const
export type GuideChapter = (typeof guideChapters)[number]

export const isGuideChapter = (slug: string): slug is GuideChapter => isOneOf(guideChapters, slug)

/** Their titles, which are also the first lines of their Markdown. */
export const guideTitles: Readonly<Record<TextLanguage, Readonly<Record<GuideChapter, string>>>> = {
  en: {
    'quick-start': 'Quick start',
    clients: 'Programs',
    models: 'Models',
    errors: 'Errors',
    limits: 'Limits',
    streaming: 'Streaming',
    files: 'Files',
    batches: 'Batches',
    videos: 'Videos',
    realtime: 'Realtime',
  },
  zh: {
    'quick-start': '快速上手',
    clients: '客户端接入',
    models: '模型',
    errors: '错误处理',
    limits: '限制',
    streaming: '流式输出',
    files: '文件',
    batches: '批处理',
    videos: '视频',
    realtime: '实时会话',
  },
}
