import { useTranslation } from 'react-i18next'
import { ListPage, type ListPageProps } from '../../../components/list-page.tsx'
import type { ListData } from '../../../components/use-list-page.ts'
import type { ListPlace, UrlRecord } from '../../../lib/url-state.ts'

/** The search of a price list. */
export const priceFilters = { keyword: '' }

/** A price list is a part of its page; it has ten rows by default, unlike other lists. */
export const priceListPlace: ListPlace = { ownPageSize: true }

type PriceListProps<F extends UrlRecord, Data extends ListData> = Omit<
  ListPageProps<F & typeof priceFilters, Data>,
  'isPart' | 'noMatch'
>

/** A list of models of a card, with a search by name before its other filters. */
export function PriceList<F extends UrlRecord, Data extends ListData>(props: PriceListProps<F, Data>) {
  const { t } = useTranslation('settings-prices')
  return (
    <ListPage
      {...props}
      isPart
      fields={[{ key: 'keyword', label: t('prices.search') }, ...(props.fields ?? [])]}
      noMatch={{ title: t('prices.notFound'), hint: t('prices.notFoundHelp') }}
    />
  )
}
