import type { QueryHostKit } from './kit.ts'

export const salesCsv = `id,region,amount,price,day,made,open
1,north,10,1.5,2024-01-15,2024-01-15 08:30:00,true
2,south,20,2.25,2024-02-20,2024-02-20T12:00:00.250,false
3,north,30,,2024-02-29,2024-02-29 23:59:59,true
4,"east, far",40,-4,2024-03-01,,false
5,,50,0.1,,2024-12-31 00:00:00,
`

/** One row changed, one gone, one new, a column more. */
export const newerSalesCsv = `id,region,amount,price,day,made,open,note
1,north,10,1.5,2024-01-15,2024-01-15 08:30:00,true,a
2,south,21,2.25,2024-02-20,2024-02-20T12:00:00.250,false,b
3,north,30,,2024-02-29,2024-02-29 23:59:59,true,c
5,,50,0.1,,2024-12-31 00:00:00,,d
6,west,60,6,2025-01-01,2025-01-01 00:00:00,true,e
`

export async function importSales(kit: QueryHostKit): Promise<void> {
  if (kit.has('sales@2')) return
  await kit.import(salesCsv, { filename: 'sales.csv' }, 'sales')
  await kit.import(newerSalesCsv, { filename: 'sales.csv' }, 'sales@2')
}
