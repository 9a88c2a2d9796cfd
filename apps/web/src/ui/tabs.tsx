import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import styles from './tabs.module.css'

export interface TabItem<Id extends string> {
  id: Id
  label: string
  content: React.ReactNode
  isDisabled?: boolean
}

export interface TabsProps<Id extends string> {
  /** The subject of the tabs: the accessible name of the list. */
  label: string
  tabs: readonly TabItem<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** The page's title, in the same line. */
  title?: string
}

/** Panels of one page, one shown at a time. Which one belongs in the URL: the caller keeps it. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, title }: TabsProps<Id>) {
  return (
    <AriaTabs
      className={styles['tabs']!}
      selectedKey={value}
      keyboardActivation="manual"
      onSelectionChange={key => {
        const chosen = tabs.find(tab => tab.id === key)
        if (chosen && chosen.id !== value) onChange(chosen.id)
      }}
    >
      <div className={styles['line']}>
        {title === undefined ? null : <h1>{title}</h1>}
        <TabList aria-label={label} className={styles['list']!}>
          {tabs.map(tab => (
            <Tab key={tab.id} id={tab.id} className={styles['tab']!} isDisabled={tab.isDisabled ?? false}>
              {tab.label}
            </Tab>
          ))}
        </TabList>
      </div>
      {tabs.map(tab => (
        <TabPanel key={tab.id} id={tab.id} className={styles['panel']!}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
