import { stem } from './stem.ts';

/**
 * What visitors ask of any site, in several languages; one subject a line. A question whose language the documents are not
 * in finds them by it. Words behind a ">" are found and find nothing: in another language they mean something else.
 */
const SUBJECTS = `
opening hours open öffnungszeiten geöffnet öffnen offen horaires ouvert ouverture ouvrez horario horarios abierto abren apertura orari orario aperto apre aprite abertura aberto abre abrem openingstijden openingsuren geopend godziny otwarcia otwarte açılış açık > saatleri
closed close geschlossen schließt fermé fermez cerrado cierran chiuso chiude fechado fecha gesloten sluit zamknięte kapalı
cost costs price prices fee preis preise kosten kostet prix tarif tarifs coûte precio precios cuesta cuestan prezzo prezzi costa costano preço preços custa custam prijs prijzen kost cena ceny kosztuje fiyat ücret > tarifas tarieven
address adresse anschrift dirección indirizzo endereço adres > standort anfahrt ubicación location
phone telephone telefon telefonnummer téléphone teléfono telefono telefone telefoon telefoonnummer > phonenumber
contact kontakt contacter contacto contatto contato kontakt iletişim > emailaddress phonenumber
delivery deliver shipping ship versand lieferung liefern liefert verschicken verschickt livraison livrez livrer expédition envío envíos envían enviar spedizione spedizioni spedite consegna entrega entregam bezorging bezorgen verzending wysyłka dostawa teslimat kargo
return returns rückgabe zurückgeben retourner retours devolución devolver restituire reso devolução retourneren zwrot iade > umtausch rücksendung
refund erstattung rückerstattung remboursement reembolso rimborso terugbetaling
payment pay bezahlen bezahlung zahlen zahlung zahlungsarten paiement payer pago pagos pagar pagamento pagamenti pagare betalen betaling płatność ödeme
cancel cancellation stornieren stornierung absagen annuler annulation cancelar cancelación annullare cancellazione disdire cancelamento annuleren annulering anulować iptal > kündigen kündigung
appointment termin termine rdv cita citas appuntamento consulta marcação afspraak wizyta randevu > rendez
book booking reservation buchen buchung reservieren reservierung réserver réservation reservar reserva reservas prenotare prenotazione boeken reserveren reservering rezerwacja rezervasyon
parking park parken parkplatz parkplätze stationnement aparcamiento aparcar parcheggio parcheggiare estacionamento estacionar parkeren parkeerplaats otopark > parkhaus garage
dog dogs hund hunde chien chiens perro perros cane cani cão cães cachorro hond honden pies psy köpek > haustiere animaux mascotas animali huisdieren
cat cats katze katzen gato gatos gata gatto gatti kat katten kot koty kedi > haustiere mascotas animali huisdieren
child children kids kind kinder enfant enfants niño niños bambino bambini criança crianças kinderen dziecko dzieci çocuk
breakfast frühstück déjeuner desayuno colazione ontbijt śniadanie kahvaltı
room rooms zimmer chambre chambres habitación habitaciones camera camere quarto quartos kamer kamers pokój pokoje oda
warranty guarantee garantie gewährleistung garantía garanzia garantia gwarancja garanti
repair repairs reparatur reparieren réparation réparer reparación reparar riparazione riparare reparação conserto reparatie repareren naprawa tamir
rent rental hire mieten verleih leihen ausleihen louer alquiler alquilar noleggio noleggiare aluguel alugar huren verhuur wypożyczyć kiralama > location vermietung
voucher gift gutschein gutscheine geschenkgutschein cadeau vale regalo buono cadeaubon
discount rabatt ermäßigung réduction remise descuento sconto desconto korting zniżka indirim
vaccine vaccination impfung impfen vaccin vacuna vacunas vaccino vacina vaccinatie szczepienie aşı
emergency notfall notdienst urgence urgences urgencia urgencias emergenza urgência spoed spoedgeval acil
invoice bill rechnung facture factura fattura fatura factuur faktura
password passwort contraseña senha wachtwoord hasło şifre
account konto compte cuenta conta hesap
job jobs career stellenangebote karriere emploi empleo lavoro emprego vacatures praca
help support hilfe aide ayuda aiuto ajuda hulp pomoc yardım
bicycle bike bikes fahrrad fahrräder rad räder vélo vélos bicicleta bicicletas bici fiets fietsen rower rowery bisiklet
saturday saturdays samstag samstags samedi sábado sábados sabato zaterdag sobota cumartesi
sunday sundays sonntag sonntags dimanche domingo domingos domenica zondag niedziela pazar
insurance versicherung krankenkasse krankenversicherung assurance seguro seguros assicurazione verzekering ubezpieczenie sigorta
size sizes größe größen taille talla tallas taglia taglie tamanho maat maten rozmiar beden
menu speisekarte menú menù cardápio menukaart
vegetarian vegan vegetarisch végétarien vegetariano vegetarische wegetariańskie
wifi wlan
key keys schlüssel clé clés llave llaves chiave chiavi chave chaves sleutel sleutels klucz anahtar
wheelchair accessible rollstuhl barrierefrei rollstuhlgerecht accesible accessibile acessível rolstoel toegankelijk
ticket tickets eintritt eintrittskarte billet billets entrada entradas biglietto biglietti ingresso bilet
battery akku batterie batería batteria bateria accu
course class kurs kurse cours curso cursos clase clases corso corsi cursus lessen kurs
membership member mitgliedschaft mitglied adhésion membre socio miembro iscrizione lidmaatschap lid
doctor arzt ärztin médecin médico medico dokter arts lekarz doktor
limit limits grenze limite límite límites limiti limiet
`;

const TRANSLATIONS: ReadonlyMap<string, ReadonlySet<string>> = read();

/** What a term is in other languages, as far as it is one of the subjects that visitors ask for everywhere. */
export function translationsOf(term: string): readonly string[] {
  return [...(TRANSLATIONS.get(term) ?? [])];
}

function read(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const line of SUBJECTS.trim().split('\n')) {
    const [asked = [], found = []] = line.split(' > ').map(words => words.split(' ').map(stem));
    for (const term of asked) all.set(term, new Set([...(all.get(term) ?? []), ...asked, ...found]));
  }
  return all;
}
