import type { channelCreate, channelWrite } from '@sluice/contract/channel-write'
import type { z } from 'zod'
import { fitName } from './fit-name.ts'

type Create = z.output<typeof channelCreate>

/** How many channels a POST may create from its keys, and their names. */
export interface ChannelPlan {
  write: z.output<typeof channelWrite>
  /** Several keys are a mistake of the caller. */
  isSingle: boolean
  /** `number` counts the keys from 1. */
  nameOf(name: string, key: string, number: number): string
}

/** Reads both forms of `POST /api/channel/`: the channel itself, and `mode` with `channel`. */
export function parseChannelCreate(body: Create): ChannelPlan {
  const { mode, channel, batch_add_set_key_prefix_2_name: namesEndInKey, multi_key_mode: keyMode } = body
  if (mode === undefined || channel === undefined) return { write: body, isSingle: false, nameOf: numberedName }
  switch (mode) {
    case 'single':
      return { write: channel, isSingle: true, nameOf: numberedName }
    case 'batch':
      return {
        write: { ...channel, multi_key_mode: '' },
        isSingle: false,
        nameOf: namesEndInKey ? nameWithKey : numberedName,
      }
    case 'multi_to_single':
      return {
        write: { ...channel, multi_key_mode: keyMode || channel.multi_key_mode || 'random' },
        isSingle: true,
        nameOf: numberedName,
      }
    default:
      return mode satisfies never
  }
}

const keyCharactersInName = 8

const numberedName = (name: string, _key: string, number: number): string => fitName(name, ` ${number}`)
const nameWithKey = (name: string, key: string): string => fitName(name, ` ${key.slice(0, keyCharactersInName)}`)
