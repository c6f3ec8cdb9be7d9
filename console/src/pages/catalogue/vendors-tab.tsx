import type { Vendor } from '@sluice/contract/catalogue'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { ListPage } from '../../components/list-page.tsx'
import texts from '../../components/text.module.css'
import { useListPage } from '../../components/use-list-page.ts'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { AddEntryButton } from './add-entry-button.tsx'
import css from './catalogue.module.css'
import { keywordFilter } from './catalogue-search.ts'
import { actionsColumn, descriptionColumn, updatedColumn } from './entry-columns.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { OnOff } from './entry-tags.tsx'
import { deleteVendor, updateVendor, vendorsQuery } from './queries.ts'
import { type ActionsOf, useEntryActions } from './use-entry-actions.tsx'
import { VendorForm } from './vendor-form.tsx'
import { vendorKind } from './vendor-kind.ts'

/** The makers of models. */
export function VendorsTab() {
  const { t } = useTranslation(['catalogue', 'common'])
  const list = useListPage({
    filters: keywordFilter,
    query: ({ filters, ...paging }) => vendorsQuery({ ...filters, ...paging }),
    rowKey: ({ id }) => id,
  })
  const actionsOf = useEntryActions<Vendor>({
    list,
    nameOf: ({ name }) => name,
    remove: ({ id }) => deleteVendor(id),
    question: ({ name }) => ({
      title: t('vendors.deleteTitle', { name }),
      consequence: t('vendors.deleteText'),
    }),
    toggle: {
      isOn: ({ status }) => status === 1,
      set: ({ id }, isOn) => updateVendor({ id, status: isOn ? 1 : 0 }),
    },
  })
  return (
    <>
      <ListPage
        id="catalogue-vendors"
        list={list}
        isPart
        title={t('tab.vendors')}
        columns={buildVendorColumns(t, actionsOf)}
        isOff={({ status }) => status !== 1}
        fields={[{ key: 'keyword', label: t('filter.vendorName'), width: 280 }]}
        noMatch={{ title: t('vendors.noMatch') }}
        empty={{
          title: t('vendors.empty'),
          hint: t('vendors.emptyHint'),
          action: <AddEntryButton label={t('vendors.add')} onOpen={list.open} />,
        }}
      />
      <EntryDrawer kind={vendorKind} open={list.opened} onClose={list.close}>
        {(edited) => <VendorForm edited={edited} />}
      </EntryDrawer>
    </>
  )
}

function buildVendorColumns(t: TFunction<['catalogue', 'common']>, actionsOf: ActionsOf<Vendor>): DataColumn<Vendor>[] {
  return [
    {
      key: 'name',
      card: 'title',
      title: t('column.name'),
      width: 200,
      required: true,
      fixed: 'start',
      render: ({ name, icon }) => (
        <span className={css.vendor} title={name}>
          <VendorMark icon={icon} />
          <span className={texts.clip}>{name}</span>
        </span>
      ),
    },
    descriptionColumn(t, { width: 200, flexible: true }),
    {
      key: 'status',
      card: 'badge',
      title: t('column.status'),
      width: 100,
      render: ({ status }) => <OnOff status={status} />,
    },
    updatedColumn(t),
    actionsColumn(t, ({ name }) => name, actionsOf),
  ]
}
