import type { Channel } from '@sluice/contract/channel'
import { lacksPath } from '@sluice/contract/channel-types'
import { render } from '@sluice/contract/messages/render'
import type { Language } from '../../platform/accepted-language.ts'

/** The warning about saved channels whose base URL lacks a path; otherwise empty. */
export const buildSaveMessage = (saved: readonly Channel[], language: Language): string =>
  saved.some(({ type, base_url }) => lacksPath(type, base_url))
    ? render(language, 'channelReasons', { code: 'path_missing' })
    : ''
