import type { TFunction } from 'i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { RowActions } from '../../components/row-actions.tsx'
import { TimeText } from '../../components/time-text.tsx'
import css from './catalogue.module.css'
import type { ActionsOf } from './use-entry-actions.tsx'

type Texts = TFunction<['catalogue', 'common']>

/** Columns that several tabs of the catalogue have. */
export const descriptionColumn = <Row extends { description: string }>(
  t: Texts,
  space: Pick<DataColumn<Row>, 'width' | 'flexible' | 'givesWay'>,
): DataColumn<Row> => ({
  key: 'description',
  card: {
    place: 'line',
    isShown: ({ description }) => description !== '',
    render: ({ description }) => <p className={css.cardText}>{description}</p>,
  },
  title: t('column.description'),
  ...space,
  ellipsis: true,
  render: ({ description }) => description,
})

export const updatedColumn = <Row extends { updated_time: number }>(t: Texts): DataColumn<Row> => ({
  key: 'updated',
  title: t('column.updated'),
  width: 120,
  givesWay: 1,
  render: ({ updated_time }) => <TimeText seconds={updated_time} />,
})

export const actionsColumn = <Row,>(
  t: Texts,
  nameOf: (row: Row) => string,
  actionsOf: ActionsOf<Row>,
): DataColumn<Row> => ({
  key: 'actions',
  title: t('common:table.actions'),
  width: 110,
  render: (row) => <RowActions name={nameOf(row)} {...actionsOf(row)} />,
})
