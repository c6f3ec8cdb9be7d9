import { anthropic } from './anthropic/index.ts'
import { custom } from './custom/index.ts'
import { google } from './google/index.ts'
import { midjourney } from './midjourney/index.ts'
import { midjourneyPlus } from './midjourney-plus/index.ts'
import { openai } from './openai/index.ts'
import { openrouter } from './openrouter/index.ts'
import type { Provider } from './provider.ts'
import { suno } from './suno/index.ts'

export const providers: readonly Provider[] = [
  openai, //
  custom,
  anthropic,
  google,
  openrouter,
  midjourney,
  midjourneyPlus,
  suno,
]

const byType = new Map(providers.map((provider) => [provider.type, provider]))

/** The provider of a channel type; undefined for a number nobody serves. */
export const providerOf = (type: number): Provider | undefined => byType.get(type)
