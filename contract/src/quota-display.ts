/** In what amounts of quota are shown: a currency, or quota units as they are. */
export const quotaDisplayTypes = ['USD', 'CNY', 'TOKENS', 'CUSTOM'] as const
export type QuotaDisplayType = (typeof quotaDisplayTypes)[number]

/** As `GET /api/status` carries it. Absent in a status of an earlier version: dollars. */
export interface QuotaDisplay {
  quota_display_type?: QuotaDisplayType | undefined
  /** Yuan for a dollar. */
  usd_exchange_rate?: number | undefined
  custom_currency_symbol?: string | undefined
  /** Units of the custom currency for a dollar. */
  custom_currency_exchange_rate?: number | undefined
}

export interface ShownCurrency {
  /** Stands before the amount. */
  symbol: string
  /** Units of it for a dollar, which is what `quota_per_unit` counts. */
  rate: number
}

/** The currency of amounts. Where quota units are shown, it is the dollar that stands beside them. */
export function shownCurrency(display: QuotaDisplay): ShownCurrency {
  if (display.quota_display_type === 'CNY') return { symbol: '¥', rate: display.usd_exchange_rate ?? 1 }
  if (display.quota_display_type === 'CUSTOM')
    return {
      symbol: display.custom_currency_symbol ?? '¤',
      rate: display.custom_currency_exchange_rate ?? 1,
    }
  return { symbol: '$', rate: 1 }
}
