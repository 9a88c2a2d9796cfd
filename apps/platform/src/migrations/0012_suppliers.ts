import { sql, type Kysely } from 'kysely'

const SUPPLIERS_SQL = `
alter table supplier add column custom_security boolean not null default false;
-- who was deleted stays for the respondents who come back late, and for the history; lists and reads leave it out
alter table supplier add column deleted_at timestamptz;

-- no source begins to buy from a supplier that is deleted, also not while it is being deleted
create function demand_supplier() returns trigger language plpgsql as $$
begin
  perform from supplier where account_id = new.account_id and supplier_id = new.supplier_id and deleted_at is null for key share;
  if not found then
    raise exception 'There is no supplier %', new.supplier_id
      using errcode = 'foreign_key_violation', constraint = 'source_supplier_account_id_supplier_id_fkey', table = 'source_supplier';
  end if;
  return new;
end $$;
create trigger demand_supplier before insert or update of supplier_id on source_supplier for each row execute function demand_supplier();
`

/** Suppliers are edited and deleted: whether their own security thresholds hold (§5.17), and which of them are no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SUPPLIERS_SQL).execute(db)
}
