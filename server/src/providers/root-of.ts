import { providerOf } from './index.ts'
import type { ProviderChannel } from './provider.ts'

/** The root of a channel's service: its own address, or its provider's; null = neither has one. */
export const rootOf = ({ type, baseUrl }: Pick<ProviderChannel, 'baseUrl'> & { type: number }): string | null =>
  baseUrl ?? providerOf(type)?.baseUrl ?? null
