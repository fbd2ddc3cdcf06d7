/**
 * Words people ask with and documents answer with, where both mean the same to a site's visitor; one group a line.
 * Before a ">" stand words that find the others and are not found by them.
 */
export const SYNONYM_GROUPS = `
2fa > factor authenticator
accessible accessibility blind disabled wheelchair
account registration register signup
address located location street
afraid scared fear anxious nervous
annual yearly year
answer reply response
appointment booking reservation
attach attachment upload
back return
backup backups
bicycle bike cycle
big large size
bill invoice receipt
book reserve
breakdown broken damage damaged defective faulty
bring brought
broke broken
broken fails failure error problem
built build
buy bought order purchase
cancel > notice terminate termination
car vehicle
change edit customize adjust configure modify
chat chatbot widget bot
child children kid son daughter
collect gather capture lead
computer laptop pc machine
christmas easter > holiday holidays december
course class lesson
colour theme look style styling design appearance
connection network internet line offline
contact reach > support
cost price fee charge
cover covered coverage insured insurance
deep > depth
delete remove erase deletion erasure
deliver delivery shipping ship
discount reduction > cheaper
documents docs knowledge
dog pet animal
eat > food meal meals
elevator lift
drop lose lost cut interrupted
email mail
expire expiry valid validity
extend prolong renew renewal
fast quick slow speed performance
forbid forbidden prohibit ban
film movie dvd
fine penalty > charge fee
fix mend repair
flat puncture
forgot forgotten
gave give given
guarantee warranty
heavy > weigh weight
held hold
hide hidden
high tall > height
hire rent rental lend borrow
hours times
hours times > open
human talk > contact
hurt pain painful
ill illness sick
install embed integrate put add
kept keep
late overdue delay delayed
left leave
leak leaked stolen compromised
limit restrict cap throttle
login signin
make create new generate
membership subscription plan
met meet
method way
model llm
monitor monitoring metrics health
move position
paid pay
park parking
parcel package
password passphrase
pay payment payable
personal private privacy gdpr
phone mobile
phone telephone
query question
refund reimburse reimbursement money
remember recall
remember > forgot forgotten
reset > forgotten
revert restore undo rollback
rotate change renew
safe secure security protect
sell sold
send sent
browser > chrome chromium firefox safari webkit
iphone ios > phone
server instance process
several multiple
site website page
spend spent
spoke speak spoken
start run launch
statistics analytics usage
stats > statistics analytics usage
store save keep
suggest suggestion recommend
taken took take
told tell
tooth teeth
translate translation language
try test trial
update upgrade
user visitor customer
voucher coupon
gift > voucher
wash laundry
welcome greeting greet
wide > width
wifi wlan wireless > internet
wear wore worn
write wrote written

adresse anschrift standort
bezahlen bezahlung zahlen zahlung
garantie gewährleistung
geöffnet offen öffnungszeiten
kontakt kontaktieren erreichen
kündigen kündigung stornieren stornierung widerrufen widerruf
lieferkosten porto versandkosten
lieferung versand zustellung
mieten leihen ausleihen verleih miete vermietung
preis preise kosten kostet gebühr
rechnung beleg quittung
reparieren reparatur reparaturen
rückgabe retoure rücksendung zurückgeben zurückschicken zurücksenden umtauschen
telefon telefonnummer telefonisch rufnummer

adresse situé trouve
annuler annulation rétractation
facture reçu
garantie garanti
horaires heures ouvert ouverture
livraison expédition livrer
payer paiement règlement
prix tarif tarifs
coûte coûtent > prix tarif
rembourser remboursement
renvoyer retourner retour retours
réparer réparation
téléphone numéro appeler

cancelar cancelación anular anulación
devolver devolución devoluciones
dirección ubicación
envío entrega enviar
factura recibo
garantía garantizado
horario horarios abierto abren apertura
alquilar alquiler
bici bicicleta
pagar pago pagos
plazos cuotas
precio precios tarifa
cuesta cuestan > precio precios tarifa
reparar reparación
teléfono llamar

annullare annullamento disdire disdetta
fattura ricevuta scontrino
garanzia garantito
indirizzo sede
orari orario aperto aperti apertura
pagare pagamento pagamenti
prezzo prezzi tariffa tariffe
costa costano > prezzo prezzi tariffa preço preços
restituire reso resi restituzione
riparare riparazione
spedizione consegna spedire
telefono chiamare

adres locatie
annuleren annulering
betalen betaling
factuur bon
garantie waarborg
geopend openingstijden
levering bezorging verzending bezorgen
prijs prijzen tarief
kost > prijs prijzen
repareren reparatie
retour retourneren terugsturen
telefoon telefoonnummer

cancelar cancelamento
devolver devolução devoluções
endereço localização morada
entrega envio enviar frete
fatura recibo
garantia garantido
horário horários aberto abertura
pagar pagamento pagamentos
preço preços tarifa
custa custam > preço preços
prezzo > prezzi tariffa tariffe preço preços
telefone ligar

払 支払 決済
届 配達 配送 発送
土曜日 日曜日 > 土日 週末
値段 価格 料金
休 休業 定休日
`;
