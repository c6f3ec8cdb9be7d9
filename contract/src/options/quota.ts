import { card, option } from './option.ts'
import { amount, number, onOff, whole } from './option-type.ts'

// Initial quota of accounts, and holds.

export const quotaCard = card({
  id: 'quota',
  area: 'operation',
  writer: 'admin',
  options: {
    QuotaForNewUser: option(amount(0, 1_000_000_000_000), {
      default: 0,
      effect: 'Initial quota of a new account.',
    }),
    QuotaForInviter: option(amount(0, 1_000_000_000_000), {
      default: 0,
      effect: 'Reward for inviting a new account.',
    }),
    QuotaForInvitee: option(amount(0, 1_000_000_000_000), {
      default: 0,
      effect: 'Additional quota of an invited account.',
    }),
    QuotaRemindThreshold: option(amount(0, 1_000_000_000_000), {
      default: 1000,
      effect: 'Balance below which an account without a threshold of its own is warned.',
    }),
    PreConsumedQuota: option(whole(0, 1_000_000_000), {
      default: 500,
      effect: 'Output tokens of a reservation, and of each extension of it, when the caller gives no maximum.',
    }),
    UnsetModelRatio: option(number({ min: 0, max: 1_000_000 }), {
      default: 0,
      effect: 'Ratio of models without a price, for accounts that accept it; 0 = such models are refused.',
    }),
    BatchRatio: option(number({ min: 0, max: 1_000 }), {
      default: 0.5,
      effect: 'Factor on the prices of calls within a batch. Providers charge half.',
    }),
  },
})

export const checkinCard = card({
  id: 'checkin',
  area: 'operation',
  writer: 'admin',
  options: {
    'checkin_setting.enabled': option(onOff, {
      default: false,
      effect: 'Accounts are awarded quota for one [check-in](accounts.md#daily-check-in) a day.',
    }),
    'checkin_setting.min_quota': option(amount(1, 1_000_000_000_000), {
      default: 1_000,
      effect: 'Minimum award of a check-in; at most the maximum.',
      notAbove: 'checkin_setting.max_quota',
    }),
    'checkin_setting.max_quota': option(amount(1, 1_000_000_000_000), {
      default: 10_000,
      effect: 'Maximum award of a check-in; the award is random between both.',
    }),
  },
})
