import { Checkbox } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CardCell, CardPlace, DataColumn } from './data-column.ts'
import { Row } from './layout.tsx'
import css from './row-card.module.css'

interface ColumnCardProps<Row> {
  columns: readonly DataColumn<Row>[]
  row: Row
  /** A tap on the card opens the row; `label` says which, for screen readers. */
  open?: { label: string | undefined; onOpen(): void } | undefined
  /** The row can be ticked; `label` says which. */
  tick?: { label: string; isOn: boolean; onChange(isOn: boolean): void } | undefined
}

/**
 * A row on a phone: the values of the columns that have a place on the card. A card that opens its row is a button: it
 * has no figures and no actions, as a button must not contain blocks or other buttons.
 */
export function ColumnCard<Row>({ columns, row, open, tick }: ColumnCardProps<Row>) {
  const cells = columns.flatMap((column) => cellsOf(column, row))
  const box = tick && (
    <Checkbox aria-label={tick.label} checked={tick.isOn} onChange={(event) => tick.onChange(event.target.checked)} />
  )
  if (open === undefined) {
    const actions = columns.find(({ key }) => key === 'actions')?.render(row)
    return (
      <div className={css.card}>
        <CardBody cells={cells} box={box} actions={actions} />
      </div>
    )
  }
  const button = (
    <button type="button" className={`${css.card} ${css.button}`} onClick={open.onOpen}>
      {open.label && <span className="visually-hidden">{open.label}</span>}
      <CardBody cells={cells} />
    </button>
  )
  if (box === undefined) return button
  return (
    <Row align="start">
      {box}
      {button}
    </Row>
  )
}

function CardBody({ cells, box, actions }: { cells: ShownCell[]; box?: ReactNode; actions?: ReactNode }) {
  const at = (place: CardPlace) => cells.filter((cell) => cell.place === place)
  const part = (place: CardPlace) => {
    const found = at(place)
    return found.length > 0 && <span className={css[place]}>{found.map(cellNode)}</span>
  }
  const figures = at('figure')
  const hasHead = box !== undefined || actions !== undefined || cells.some(({ place }) => headPlaces.includes(place))
  return (
    <>
      {hasHead && (
        <Row as="span">
          {box}
          {part('id')}
          {part('title')}
          {at('badge').map(bareNode)}
          {actions}
        </Row>
      )}
      {part('tag')}
      {at('line').map(bareNode)}
      {figures.length > 0 && (
        <dl className={css.figures}>
          {figures.map(({ key, label, title, content }) => (
            <div key={key}>
              <dt>{label ?? title}</dt>
              <dd>{content}</dd>
            </div>
          ))}
        </dl>
      )}
      {at('start').length + at('end').length > 0 && (
        <span className={css.line}>
          {part('start')}
          {part('end')}
        </span>
      )}
      {at('foot').map((cell) => (cell.label === undefined ? bareNode(cell) : cellNode(cell)))}
    </>
  )
}

const headPlaces: CardPlace[] = ['id', 'title', 'badge']

interface ShownCell {
  key: string
  place: CardPlace
  label: string | undefined
  title: string
  content: ReactNode
}

function cellsOf<Row>({ key, title, render, card }: DataColumn<Row>, row: Row): ShownCell[] {
  if (card === undefined) return []
  const cell: CardCell<Row> = typeof card === 'string' ? { place: card } : card
  if (cell.isShown?.(row) === false) return []
  return [{ key, title, place: cell.place, label: cell.label, content: (cell.render ?? render)(row) }]
}

const bareNode = ({ key, content }: ShownCell) => <Fragment key={key}>{content}</Fragment>

const cellNode = ({ key, label, content }: ShownCell) => <LabelledCell key={key} label={label} content={content} />

function LabelledCell({ label, content }: Pick<ShownCell, 'label' | 'content'>) {
  const { t } = useTranslation()
  return (
    <span>
      {label !== undefined && `${label}${t('colon')}`}
      {content}
    </span>
  )
}
