import type { Vendor } from '@sluice/contract/catalogue'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { DataTable } from '../../components/data-table.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import card from '../../components/row-card.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { VendorIcon } from '../../components/vendor-icon.tsx'
import { useListState } from '../../lib/url-state.ts'
import { AddEntryButton } from './add-entry-button.tsx'
import css from './catalogue.module.css'
import { vendorsUrl } from './catalogue-search.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { OnOff } from './entry-tags.tsx'
import { deleteVendor, updateVendor, vendorsQuery } from './queries.ts'
import { TabBar } from './tab-bar.tsx'
import { type ActionsOf, useEntryActions } from './use-entry-actions.tsx'
import { VendorForm } from './vendor-form.tsx'
import { vendorKind } from './vendor-kind.ts'

const opening = { replace: false }

/** The makers of models. */
export function VendorsTab() {
  const { t } = useTranslation(['catalogue', 'common'])
  const list = useListState(vendorsUrl)
  const { keyword, open } = list.filters
  const query = useQuery(vendorsQuery({ keyword, page: list.page, pageSize: list.pageSize }))
  const actionsOf = useEntryActions<Vendor>({
    nameOf: ({ name }) => name,
    onEdit: ({ id }) => list.patch({ open: String(id) }, opening),
    remove: ({ id }) => deleteVendor(id),
    question: ({ name }) => ({
      title: t('vendors.deleteTitle', { name }),
      consequence: t('vendors.deleteText'),
    }),
    toggle: {
      isOn: ({ status }) => status === 1,
      set: ({ id }, isOn) => updateVendor({ id, status: isOn ? 1 : 0 }),
    },
    onDeleted: () => {
      if (query.data?.items.length === 1 && list.page > 1) void list.setPage(list.page - 1, list.pageSize)
    },
  })
  return (
    <>
      <DataTable<Vendor>
        id="catalogue-vendors"
        label={t('tab.vendors')}
        columns={buildVendorColumns(t, actionsOf)}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        rowClassName={({ status }) => (status === 1 ? '' : (css.off ?? ''))}
        renderCard={(vendor) => <VendorCard vendor={vendor} actionsOf={actionsOf} />}
        toolbar={
          <TabBar
            keyword={keyword}
            placeholder={t('filter.vendorName')}
            onSearch={(next) => list.setFilters({ keyword: next })}
          />
        }
        empty={
          keyword === ''
            ? {
                title: t('vendors.empty'),
                hint: t('vendors.emptyHint'),
                action: <AddEntryButton label={t('vendors.add')} onOpen={list.patch} />,
              }
            : { title: t('vendors.noMatch') }
        }
      />
      <EntryDrawer kind={vendorKind} open={open} onClose={() => list.patch({ open: '' })}>
        {(edited) => <VendorForm edited={edited} />}
      </EntryDrawer>
    </>
  )
}

function buildVendorColumns(t: TFunction<['catalogue', 'common']>, actionsOf: ActionsOf<Vendor>): DataColumn<Vendor>[] {
  return [
    {
      key: 'name',
      title: t('column.name'),
      width: 200,
      required: true,
      fixed: 'start',
      render: ({ name, icon }) => (
        <span className={css.vendor} title={name}>
          <VendorIcon icon={icon} />
          <span>{name}</span>
        </span>
      ),
    },
    {
      key: 'description',
      title: t('column.description'),
      width: 200,
      flexible: true,
      ellipsis: true,
      render: ({ description }) => description,
    },
    {
      key: 'status',
      title: t('column.status'),
      width: 100,
      render: ({ status }) => <OnOff status={status} />,
    },
    {
      key: 'updated',
      title: t('column.updated'),
      width: 120,
      givesWay: 1,
      render: ({ updated_time }) => <TimeText seconds={updated_time} />,
    },
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 110,
      render: (vendor) => <RowActions name={vendor.name} {...actionsOf(vendor)} />,
    },
  ]
}

function VendorCard({ vendor, actionsOf }: { vendor: Vendor; actionsOf: ActionsOf<Vendor> }) {
  return (
    <div className={card.card}>
      <div className={card.head}>
        <span className={`${card.name} ${css.vendor}`}>
          <VendorIcon icon={vendor.icon} vendor={vendor.name} />
          <span>{vendor.name}</span>
        </span>
        <OnOff status={vendor.status} />
        <RowActions name={vendor.name} {...actionsOf(vendor)} />
      </div>
      {vendor.description !== '' && <p className={css.cardText}>{vendor.description}</p>}
    </div>
  )
}
