import type { ModelPrice } from '@sluice/contract/price-sheet'
import { Link, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { formatDollars } from '../../lib/format.ts'
import { useStatus } from '../../lib/queries.ts'

/** The page of a model's price. */
export const priceOf = (name: string) => linkOptions({ to: '/console/prices', search: { open: name } })

interface ModelPriceTextProps {
  model: string
  /** By model; absent = not loaded. */
  prices: ReadonlyMap<string, ModelPrice> | undefined
}

/** The sale price of a model. Without one a mark leads to its price, in a new tab, so that a form stays open. */
export function ModelPriceText({ model, prices }: ModelPriceTextProps) {
  const { t } = useTranslation('channel-editor')
  const isFree = useStatus()?.self_use_mode_enabled === true
  const priceText = usePriceText()
  const price = prices?.get(model)
  if (prices === undefined) return null
  if (price !== undefined) return <>{priceText(price)}</>
  if (isFree) return null
  return (
    <Link {...priceOf(model)} target="_blank" aria-label={t('models.setPrice', { name: model })}>
      <ColorTag color="orange">{t('price.unpriced')}</ColorTag>
    </Link>
  )
}

function usePriceText(): (price: ModelPrice) => string {
  const { t } = useTranslation('channel-editor')
  return ({ unit, amount, output }) => {
    if (amount === null) return t('price.expression')
    const shown = formatDollars(amount)
    switch (unit) {
      case 'tokens':
        return pairOf(shown, output)
      case 'expression':
        return t('price.from', { price: pairOf(shown, output) })
      default:
        return t(`price.${unit}`, { amount: shown })
    }
  }
  function pairOf(input: string, output: number | null): string {
    return output === null ? input : t('price.tokens', { input, output: formatDollars(output) })
  }
}
