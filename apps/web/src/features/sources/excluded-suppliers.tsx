import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import styles from './sources.module.css'

/** The suppliers whose respondents the project does not take (api:X4); each is set on the supplier's own page. */
export function ExcludedSuppliers({ projectId }: { readonly projectId: number }) {
  const desk = useDesk()
  const { data, error } = useQuery({
    ...desk.query('exclusions.ofProject', { params: { id: projectId } }),
    staleTime: 0,
  })
  if (data === undefined)
    return error === null ? null : (
      <p className={`${styles['fault']} ${styles['wide']}`}>
        The excluded suppliers did not load: {failureMessage(error)}
      </p>
    )
  return (
    <div className={styles['wide']}>
      <p className={styles['note']}>
        {data.suppliers.length === 0
          ? 'No supplier is excluded from this project. Suppliers are excluded on their own pages.'
          : 'Suppliers that are excluded from this project, each on its own page:'}
      </p>
      {data.suppliers.length === 0 ? null : (
        <ul className={styles['rules']}>
          {data.suppliers.map(({ pm_sup_ud: id, name, everywhere }) => (
            <li key={id}>
              <a href={`#/suppliers/${id}`}>{name}</a>
              {everywhere ? ', from every project' : ''}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
