import { Alert, type AlertProps } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import css from './channels.module.css'

/** More names are shown as a number. */
const namesMax = 12

export interface NamesAlertProps {
  title: string
  names: readonly string[]
  /** By default the name itself. */
  renderName?(name: string): ReactNode
  action?: AlertProps['action']
}

/** A warning that lists models. */
export function NamesAlert({ title, names, renderName = showName, action }: NamesAlertProps) {
  const { t } = useTranslation('channel-editor')
  const hidden = names.length - Math.min(namesMax, names.length)
  return (
    <Alert
      role="status"
      type="warning"
      showIcon
      className={css.unpriced}
      title={
        <>
          {title}
          <Row as="ul" gap={[4, 12]} align="stretch" wrap className={css.unpricedNames}>
            {names.slice(0, namesMax).map((name) => (
              <li key={name}>{renderName(name)}</li>
            ))}
            {hidden > 0 && <li>{t('models.unpricedMore', { count: hidden })}</li>}
          </Row>
        </>
      }
      action={action}
    />
  )
}

const showName = (name: string): ReactNode => <code>{name}</code>
