import type { ChannelSetting } from '@sluice/contract/channel'
import type { CostPrices } from '@sluice/contract/cost-prices'
import type { HeaderChange } from '@sluice/contract/header-override'
import type { ParamOverride } from '../core/overrides/param-override.ts'
import type { KeyState } from '../store/key-states.ts'
import type { Catalogue } from './catalogue.ts'
import type { PricedOptions } from './with-channel-costs.ts'

/** A channel in the form that the relay uses: parsed once for each snapshot. Keys are in clear text, in memory only. */
export interface ChannelState {
  readonly id: number
  readonly type: number
  readonly name: string
  readonly status: number
  /** The enabled keys, which calls use. */
  readonly keys: readonly string[]
  /** All keys, including disabled ones. */
  readonly allKeys: readonly string[]
  readonly offKeys: ReadonlyMap<string, KeyState>
  /** Without a trailing slash; null = the type's default. */
  readonly baseUrl: string | null
  readonly organization: string | null
  readonly other: string
  readonly models: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
  readonly priority: number
  readonly weight: number
  /** null = none; 'invalid' = the stored text is unreadable. */
  readonly modelMapping: ReadonlyMap<string, string> | null | 'invalid'
  readonly statusCodeMapping: ReadonlyMap<number, number>
  readonly paramOverride: ParamOverride | null
  readonly headerChanges: readonly HeaderChange[]
  readonly setting: ChannelSetting
  readonly autoBan: boolean
  /** 0 = no limit. */
  readonly maxInputTokens: number
  /** Milliseconds; null = never. */
  readonly expiresAt: number | null
  /** The upstream's prices; null = unknown. */
  readonly costPrices: CostPrices | null
}

/** Options and channels of a node at one moment. Immutable: a change creates a new one. */
export interface Snapshot {
  readonly options: PricedOptions
  readonly catalogue: Catalogue
  /** Every channel, enabled or not. */
  readonly channels: ReadonlyMap<number, ChannelState>
  /** group → model → enabled channels, highest priority first. */
  readonly routes: ReadonlyMap<string, ReadonlyMap<string, readonly ChannelState[]>>
  /** When it was read, in milliseconds. */
  readonly loadedAt: number
}

/**
 * The changed part. `options`, `channels` and `catalogue` create a new snapshot; `user` and `token` drop cached
 * callers. `channel_works`: a channel passed a test. `spending`: the charge of calls changed after their end, by a
 * refund or by the results of a batch. `missed`: messages of other nodes may be lost, so any user and token may have
 * changed.
 */
export type Invalidation =
  | { kind: 'options' }
  | { kind: 'channels' }
  | { kind: 'catalogue' }
  | { kind: 'channel_works'; id: number }
  | { kind: 'user'; id: number }
  | { kind: 'token'; id: number }
  | ({ kind: 'spending' } & Spending)
  | { kind: 'missed' }

/** The account, token, channel, group and models of charged calls. */
export interface Spending {
  userId: number
  tokenId: number | null
  channelId: number
  group: string
  models: readonly string[]
}

export interface State {
  current(): Snapshot
  /** Informs this node (the new snapshot is in use when it resolves) and the others. */
  publish(change: Invalidation): Promise<void>
  /** Called for changes made here and elsewhere. Returns a function that unsubscribes. */
  subscribe(listener: (change: Invalidation) => void): () => void
  close(): Promise<void>
}
