/** Currencies without decimals at Stripe (docs.stripe.com/currencies, read 2026-11-21). */
const wholeCurrencies = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')

/** Currencies that need special rounding; not offered. */
export const oddCurrencies: readonly string[] = 'bhd jod kwd omr tnd isk ugx'.split(' ')

/** Decimals of amounts in `currency` (three lower-case letters); '' is the site's local money. */
export const currencyDecimals = (currency: string): 0 | 2 => (wholeCurrencies.includes(currency) ? 0 : 2)
