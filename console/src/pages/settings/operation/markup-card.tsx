import { costPrices } from '@sluice/contract/cost-prices'
import { markupCard } from '@sluice/contract/options/prices'
import { markupRules, type PriceChangeOfModel } from '@sluice/contract/price-sheet'
import { parseJson } from '@sluice/contract/read-json'
import { lookUp } from '@sluice/contract/typed-keys'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { formatFirst } from '../../../lib/format-list.ts'
import { toastFailure } from '../../../lib/toasts.ts'
import { SettingsCard } from '../settings-card.tsx'
import { useSettings } from '../settings-context.ts'
import type { TextOf } from '../use-save-card.ts'

/** Names of models that the question lists. */
const namesMax = 8

/** Costs and the rules that make prices of them. Asks before models lose their price. */
export function MarkupCard() {
  const { t, i18n } = useTranslation(['settings-prices', 'common'])
  const { modal } = App.useApp()
  const { snapshot } = useSettings()
  const before = async (textOf: TextOf) => {
    const body = writtenChanges(textOf, (key) => snapshot.values[key] ?? '')
    if (body === null) return true
    try {
      const { unpriced } = await api('POST /api/prices/preview', { body: { ...body, days: 0 } })
      const { models: count, names } = unpriced
      if (count === 0) return true
      return await modal.confirm({
        title: t('markup.losesPrices', { count }),
        content: t('markup.losing', { names: formatFirst(names, namesMax, i18n.resolvedLanguage) }),
        okText: t('markup.saveAnyway'),
        okButtonProps: { danger: true },
        cancelText: t('common:actions.cancel'),
        focusable: { autoFocusButton: 'cancel' },
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'option_invalid') return true
      toastFailure(error)
      return false
    }
  }
  return <SettingsCard card={markupCard} rules={{ before }} />
}

/** What the two texts change; null = nothing, or they cannot be read, which the server says at their fields. */
function writtenChanges(textOf: TextOf, storedOf: TextOf) {
  const [stored, written] = [storedOf, textOf].map((of) => ({
    rules: markupRules.safeParse(parseJson(of('MarkupRules') || '[]')),
    costs: costPrices.safeParse(parseJson(of('CostPrices') || '{}')),
  }))
  if (!stored?.costs.success || !written?.rules.success || !written.costs.success) return null
  const [was, costs] = [stored.costs.data, written.costs.data]
  const changes = [...new Set([...Object.keys(was), ...Object.keys(costs)])].flatMap((model): PriceChangeOfModel[] => {
    const cost = lookUp(costs, model, null)
    return JSON.stringify(lookUp(was, model, null)) === JSON.stringify(cost) ? [] : [{ model, cost }]
  })
  const isSame = JSON.stringify(stored.rules.data) === JSON.stringify(written.rules.data)
  return isSame && changes.length === 0 ? null : { changes, markup_rules: written.rules.data }
}
