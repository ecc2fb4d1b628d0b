#!/bin/sh
# Prints each result from a broker, with Debian's mosquitto-clients: follow-broker.sh HOST PORT TOPIC
# The newest of each table is retained: it comes at once.
exec mosquitto_sub -V mqttv5 -h "${1:-127.0.0.1}" -p "${2:-1883}" -t "${3:-tirada}/#" -q 1 -v
