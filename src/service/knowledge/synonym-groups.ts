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
catalog catalogue
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
cheque > check
cost price fee charge
cover covered coverage insured insurance
deep > depth
delete remove erase deletion erasure
declined rejected refused
deliver delivery shipping ship
discount reduction > cheaper
documents docs knowledge
dog pet animal
eat > food meal meals
elevator lift
drop lose lost cut interrupted
email mail
employee staff worker
expire expiry valid validity
extend prolong renew renewal
fast quick slow speed performance
forbid forbidden prohibit ban
film movie dvd
fine penalty > charge fee
fix mend repair
flat puncture
flat apartment
gray grey
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
open opening > closed
human talk > contact
hurt pain painful
ill illness sick
install embed integrate put add
kept keep
late overdue delay delayed
lawyer attorney solicitor
left leave
leak leaked stolen compromised
licence license
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
petrol gasoline
pharmacy chemist drugstore
postcode zip
program programme
personal private privacy gdpr
phone mobile
phone telephone
query question
quit resign > leave leaves left
refund reimburse reimbursement money
remember recall
remember > forgot forgotten
reset > forgotten
revert restore undo rollback
restroom toilet toilets bathroom wc
rotate change renew
rubbish trash garbage waste
safe secure security protect
saturday sunday > weekend weekends
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
tire tyre
tooth teeth
translate translation language
try test trial
update upgrade
user visitor customer
vacation holiday
voucher coupon
gift > voucher
wash laundry
welcome greeting greet
wide > width
wifi wlan wireless > internet
wear wore worn
write wrote written

absagen verschieben verlegen umbuchen
adresse anschrift standort anfahrt
anfangen beginnen beginn anfang start
anmelden anmeldung registrieren registrierung
auto wagen fahrzeug pkw
arbeit job stelle stellen stellenangebote karriere
aufzug fahrstuhl lift
bezahlen bezahlung zahlen zahlung
ausweis personalausweis perso
barrierefrei rollstuhl rollstuhlfahrer rollstuhlgerecht
beschwerde beschweren reklamation reklamieren
bild foto lichtbild
defekt kaputt beschädigt
dauer dauert
essen speisen mahlzeit mahlzeiten > speisekarte
fahrrad rad
ferien urlaub
garantie gewährleistung
gratis kostenlos kostenfrei umsonst gebührenfrei
geld > erstattung rückerstattung erstatten
gutschein geschenkkarte geschenkgutschein
handy mobiltelefon smartphone
kindergarten kindertagesstätte kita
kind kinder sohn tochter
geöffnet offen > geschlossen
geöffnet offen öffnungszeiten sprechzeiten sprechstunde sprechstunden bürozeiten
hund hunde katze katzen > haustier haustiere
kontakt kontaktieren erreichen
krank krankheit erkrankt
müll abfall
nachlass rabatt ermäßigung vergünstigung
passwort kennwort
raum räume saal säle
schwimmbad freibad hallenbad
sofa couch schrank bett > möbel
umziehen umgezogen umzug > anmelden ummelden
verlieren verloren > fundbüro verlust
vereinbaren buchen reservieren
wohnung ferienwohnung apartment
zahlungsarten zahlungsmöglichkeiten > bezahlen zahlen
kündigen kündigung stornieren stornierung widerrufen widerruf
foto > passfoto
führerschein fahrerlaubnis
lieferkosten porto versandkosten
lieferung versand zustellung
parken parkplatz parkplätze parkhaus parkmöglichkeiten
mieten leihen ausleihen verleih miete vermietung
preis preise kosten kostet gebühr
rechnung beleg quittung
reparieren reparatur reparaturen
samstag sonnabend sonntag > wochenende
teuer > preis preise kosten kostet gebühr
unterlagen dokumente papiere
rückgabe retoure rücksendung zurückgeben zurückschicken zurücksenden umtauschen
telefon telefonnummer telefonisch rufnummer

adresse situé trouve rue
abîmé cassé endommagé
annuler annulation rétractation
blessé blessure
chien chiens > animaux
enceinte > grossesse
essayer essai
garer parking stationnement stationner
gratuit offert
facture reçu
garantie garanti
horaires heures ouvert ouverture
ouvert ouverte > fermé fermée
partir > départ
malade maladie
samedi dimanche > weekend
livraison expédition livrer
louer location
payer paiement règlement
prix tarif tarifs
coûte coûtent > prix tarif
rembourser remboursement
rendre > retour
renvoyer retourner retour retours
réparer réparation
téléphone numéro appeler

acabar terminar final
apuntarse inscribirse inscripción matrícula matricularse
baño aseo aseos
billete entrada entradas
coche auto vehículo
comida comer almuerzo cena menú
contraseña clave
correo email
celíaco celíaca celiaquía > gluten
certificado diploma título
descuento rebaja promoción oferta
empezar comenzar inicio comienzo
enfermo enferma enfermedad
estropeado roto rota avería averiado
gratis gratuito gratuita
habitación cuarto
hijo hija niño niña > niños infantil
llevar traer
móvil celular
oficina recepción secretaría
ordenador computadora
piso apartamento departamento
particular privado privada individual
profesor maestro docente
reserva reservar cita turno
trabajo empleo
vacaciones > festivos cerrado
vale valen > precio precios tarifa
visa visado
perro perros gato gatos > animales mascotas
cancelar cancelación anular anulación
devolver devolución devoluciones
dirección ubicación calle
envío entrega enviar
factura recibo
garantía garantizado
horario horarios abierto abren apertura
abierto abren > cerrado
alquilar alquiler
bici bicicleta
pagar pago pagos
plazos cuotas
precio precios tarifa
cuesta cuestan > precio precios tarifa
reparar reparación
teléfono llamar

allergico allergica > allergie
annullare annullamento disdire disdetta
cane cani gatto gatti > animali
fattura ricevuta scontrino
garanzia garantito
indirizzo sede
partire > partenza
orari orario aperto aperti apertura
aperto aperti > chiuso
pagare pagamento pagamenti
prezzo prezzi tariffa tariffe
costa costano > prezzo prezzi tariffa preço preços
restituire reso resi restituzione
riparare riparazione
spedizione consegna spedire
telefono chiamare

adres locatie straat bereikbaarheid
annuleren annulering
betalen betaling
factuur bon
garantie waarborg
geopend open openingstijden
geopend open > gesloten
levering bezorging verzending bezorgen
prijs prijzen tarief
kost > prijs prijzen
repareren reparatie
parkeren parkeerplaats
retour retourneren terugsturen
telefoon telefoonnummer
zaterdag zondag > weekend

cancelar cancelamento
devolver devolução devoluções
endereço localização morada rua
entrega envio enviar frete
fatura recibo
garantia garantido
horário horários aberto abertura
aberto > fechado
pagar pagamento pagamentos
preço preços tarifa
custa custam > preço preços
prezzo > prezzi tariffa tariffe preço preços
telefone ligar

عنوان موقع
تقع > موقع عنوان

刺青 入墨 タトゥー
犬 猫 > ペット
払 支払 決済
届 配達 配送 発送
土曜日 日曜日 > 土日 週末
値段 価格 料金
休 休業 定休日
`;
