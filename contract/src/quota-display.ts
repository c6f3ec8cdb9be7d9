/** The unit in which amounts of quota are shown: a currency, or plain quota units. */
export const quotaDisplayTypes = ['USD', 'CNY', 'TOKENS', 'CUSTOM'] as const
export type QuotaDisplayType = (typeof quotaDisplayTypes)[number]

/** In the form of `GET /api/status`. Absent in a status of an earlier version: dollars. */
export interface QuotaDisplay {
  quota_display_type?: QuotaDisplayType | undefined
  /** Yuan for a dollar. */
  usd_exchange_rate?: number | undefined
  custom_currency_symbol?: string | undefined
  /** Units of the custom currency for a dollar. */
  custom_currency_exchange_rate?: number | undefined
}

export interface ShownCurrency {
  /** Shown before the amount. */
  symbol: string
  /** Units of it for a dollar, the unit of `quota_per_unit`. */
  rate: number
}

/** The currency of amounts. If quota units are shown, the dollar accompanies them. */
export function shownCurrency(display: QuotaDisplay): ShownCurrency {
  if (display.quota_display_type === 'CNY') return { symbol: '¥', rate: display.usd_exchange_rate ?? 1 }
  if (display.quota_display_type === 'CUSTOM')
    return {
      symbol: display.custom_currency_symbol ?? '¤',
      rate: display.custom_currency_exchange_rate ?? 1,
    }
  return { symbol: '$', rate: 1 }
}
