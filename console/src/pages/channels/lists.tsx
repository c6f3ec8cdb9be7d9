import { Popover, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import css from './channels.module.css'

const groupsShown = 1

/** The first group, and how many more. */
export function GroupList({ groups }: { groups: readonly string[] }) {
  const rest = groups.slice(groupsShown)
  return (
    <span className={css.tags}>
      {groups.slice(0, groupsShown).map((group) => (
        <ColorTag key={group} color="neutral">
          {group}
        </ColorTag>
      ))}
      {rest.length > 0 && (
        <Tooltip title={rest.join(', ')}>
          <button type="button" className={css.plainButton}>
            +{rest.length}
          </button>
        </Tooltip>
      )}
    </span>
  )
}

/** How many models; all of them on click. */
export function ModelCount({ models }: { models: readonly string[] }) {
  const { t } = useTranslation('channel-editor')
  const content = (
    <ul className={css.modelList}>
      {models.map((model) => (
        <li key={model}>{model}</li>
      ))}
    </ul>
  )
  return (
    <Popover
      trigger="click"
      title={t('models.count', { count: models.length })}
      content={content}
      placement="right"
    >
      <button type="button" className={css.plainButton}>
        {t('models.count', { count: models.length })}
      </button>
    </Popover>
  )
}
